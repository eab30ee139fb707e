import { variableNames } from '../../src/lib/server/platform/config/config.ts';

/** Variables of Node, glibc, Astro and the S3 client. */
const ofOthers = /^(?:NODE_ENV|TMPDIR|MALLOC_[A-Z_]+|ASTRO_TELEMETRY_DISABLED|AWS_[A-Z_]+)$/;
/** Whether this project or one of its dependencies reads the environment variable. */
export const isKnownVariable = (name: string) => variableNames.includes(name) || ofOthers.test(name);
