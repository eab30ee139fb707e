import { variableNames } from '../../src/lib/server/platform/config/config.ts';

/** Variables of Node, glibc, Astro and the S3 client. */
const ofOthers = /^(?:NODE_ENV|TMPDIR|MALLOC_[A-Z_]+|ASTRO_TELEMETRY_DISABLED|AWS_[A-Z_]+)$/;
/** Whether something reads a variable of the environment: this project, or a part that it is made of. */
export const isKnownVariable = (name: string) => variableNames.includes(name) || ofOthers.test(name);
