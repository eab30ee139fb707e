import { examineHere, examineOutside } from '../../src/examine.ts';
import { findInConfig, type Finding, type NameServers } from '../../src/lib/server/doctor/index.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import { ConfigError, parseConfig, type Config } from '../../src/lib/server/platform/config/config.ts';
import { loadAuthSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import { withDatabaseInUse } from './database-in-use.ts';

interface Options extends NameServers {
  progress?: (line: string) => void;
}

/** All mistakes in the set-up that the environment describes. A refused configuration is a finding, too. */
export async function examineSetUp(
  env: Record<string, string | undefined>,
  { progress, ...nameServers }: Options = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const config = parseConfig(env);
    progress?.(`Looking at ${config.siteUrl} ...`);
    findings.push(...findInConfig(config, env));
    findings.push(...(await examineSite(config, nameServers)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push({ subject: 'Configuration', sentence: error.message });
  }
  return findings;
}

async function examineSite(config: Config, nameServers: NameServers): Promise<Finding[]> {
  return await withDatabaseInUse(config, async (db) => {
    const secret = loadAuthSecret(config.authSecret, config.dataDir);
    const site = { config, db, clock: systemClock, secret };
    const found = await Promise.all([examineHere(site), examineOutside(site, nameServers)]);
    return found.flat();
  });
}
