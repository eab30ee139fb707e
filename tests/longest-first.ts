// The order of the unit test files. Vitest starts the files first that took longest the last time, and on a fresh clone
// the largest ones, which are not the slowest: the run would end with one slow file and three idle workers.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each takes more than ten times as long as most files. */
const slowest =
  /\.slow\.test\.ts$|tests\/(?:pages\/(?:freshness(?:-postgres)?|failed-reads|recorded-reads|sitemap)|api\/(?:access|quotas|logins|desk\/access|desk\/actions)|data\/backup)\.test\.ts$/;

const isSlow = ({ moduleId }: TestSpecification): boolean => slowest.test(moduleId);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The files of a project stay together, so that a worker loads the product once.
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}
