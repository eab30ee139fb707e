// A product in a process of its own, for browsers: it does what its parent asks for, and ends with it.
import { createClock } from './clock.ts';
import { freePort } from './postgres.ts';
import { openSite, type Site, type SiteOptions } from './site.ts';

/** What a parent may ask for: the name and the arguments of a function below. */
export interface Asked {
  id: number;
  name: 'open' | 'sendMails' | 'work' | 'grantRole' | 'advance' | 'logged' | 'close';
  values: unknown[];
}

export interface Told {
  id: number;
  value?: unknown;
  error?: string;
}

const clock = createClock();
let site: Site | undefined;

function opened(): Site {
  if (!site) throw new Error('The product has not been opened.');
  return site;
}

const answers: Record<Asked['name'], (...values: never[]) => unknown> = {
  async open(options: Pick<SiteOptions, 'env' | 'samples'>) {
    const port = String(await freePort());
    const env = { HOST: 'localhost', PORT: port, SITE_URL: `http://localhost:${port}`, ...options.env };
    site = await openSite({ ...options, env, clock });
    const { origin, dataDir } = site;
    return { origin, dataDir };
  },
  sendMails: () => opened().sendMails(),
  work: () => opened().work(),
  grantRole: (...values: Parameters<Site['grantRole']>) => opened().grantRole(...values),
  advance: (ms: number) => clock.advance(ms),
  logged: () => opened().logged(),
  close: () => opened().close(),
};

async function answer({ id, name, values }: Asked): Promise<Told> {
  try {
    return { id, value: await answers[name](...(values as never[])) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (asked: Asked) => {
  void answer(asked).then((told) => process.send?.(told));
});
process.on('disconnect', () => process.exit());
