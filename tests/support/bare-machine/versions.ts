// A repository with this checkout's last commit as one version and a commit after it as the next, which shows on every
// page, in a script and in the numbers of the packages.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** On every page of the next version. */
export const news = 'Said since the update.';

export interface Versions {
  repository: string;
  before: string;
  next: string;
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no '${from}'.`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
const env = { ...process.env, ...author, ...committer };

/** @param folder an empty folder */
export function makeVersions(folder: string): Versions {
  const repository = join(folder, 'naijabuilt.git');
  const work = join(folder, 'work');
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe', env });
  git(process.cwd(), 'clone', '--quiet', '--bare', '--no-hardlinks', '.', repository);
  git(folder, 'clone', '--quiet', repository, work);
  const version = () =>
    (JSON.parse(readFileSync(join(work, 'package.json'), 'utf8')) as { version: string }).version;
  const before = version();
  git(work, 'tag', '--force', `v${before}`);
  edit(join(work, 'src/layouts/Base.astro'), '<NavBar />', `<NavBar /><p>${news}</p>`);
  const script = join(work, 'src/lib/client/page/enhance.ts');
  appendFileSync(script, "\ndocument.documentElement.dataset['since'] = 'update';\n");
  git(work, 'commit', '--quiet', '--all', '--message', 'Say the news');
  // As CONTRIBUTING.md releases: this commits, and sets the tag.
  execFileSync('npm', ['version', 'minor'], { cwd: work, stdio: 'pipe', env });
  const next = version();
  git(work, 'push', '--quiet', '--force', '--tags');
  return { repository, before, next };
}
