// Property: every alarm of deploy/prometheus-alerts.yaml rings for its own cause and for no other. Needs promtool
// (Debian: apt-get install prometheus).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';

const rules = resolve('deploy/prometheus-alerts.yaml');
/** Values of each series, one a minute, in promtool's notation. */
type Series = Record<string, string>;

const [one, two] = ['instance="a",job="naijabuilt"', 'instance="b",job="naijabuilt"'];
const minutes = 80;
const always = (value: number | string) => `${String(value)}+0x${String(minutes)}`;
const perMinute = (value: number) => `0+${String(value)}x${String(minutes)}`;

/** Two healthy nodes of a busy site. */
const healthy: Series = {
  [`up{${one}}`]: always(1),
  [`up{${two}}`]: always(1),
  [`naijabuilt_request_seconds_count{${one},kind="page",cache="hit",status="2xx"}`]: perMinute(600_000),
  [`naijabuilt_request_seconds_count{${one},kind="page",cache="miss",status="2xx"}`]: perMinute(900),
  [`naijabuilt_request_seconds_count{${one},kind="api",cache="none",status="2xx"}`]: perMinute(60),
  [`naijabuilt_request_seconds_count{${one},kind="page",cache="miss",status="5xx"}`]: perMinute(0),
  [`naijabuilt_request_seconds_bucket{${one},kind="page",cache="hit",status="2xx",le="0.5"}`]:
    perMinute(600_000),
  [`naijabuilt_request_seconds_bucket{${one},kind="page",cache="hit",status="2xx",le="+Inf"}`]:
    perMinute(600_000),
  [`naijabuilt_request_seconds_bucket{${one},kind="page",cache="miss",status="2xx",le="0.5"}`]:
    perMinute(900),
  [`naijabuilt_request_seconds_bucket{${one},kind="page",cache="miss",status="2xx",le="1"}`]: perMinute(900),
  [`naijabuilt_request_seconds_bucket{${one},kind="page",cache="miss",status="2xx",le="+Inf"}`]:
    perMinute(900),
  [`naijabuilt_requests_total{${one},route="/api/v1/app/",method="POST",status="201"}`]: perMinute(60),
  [`naijabuilt_requests_total{${one},route="/api/v1/app/",method="POST",status="503"}`]: perMinute(0),
  [`naijabuilt_writable{${one}}`]: always(1),
  [`naijabuilt_database_outages{${one}}`]: always(3),
  [`naijabuilt_pool_waiting{${one}}`]: always(2),
  [`naijabuilt_mails_late{${one}}`]: always(0),
  [`naijabuilt_mails_failed{${one}}`]: always(40),
  [`naijabuilt_pictures_waiting{${one}}`]: always(5),
  [`naijabuilt_other_nodes{${one}}`]: always(1),
  [`naijabuilt_other_nodes{${two}}`]: always(1),
  [`nodejs_eventloop_lag_p99_seconds{${one}}`]: always(0.02),
  [`naijabuilt_backup_age_seconds{${one}}`]: always(20_000),
  [`naijabuilt_disk_free_bytes{${one}}`]: always(5e10),
};

/** Each cause with its differences from `healthy` and the alarms that must ring. */
const causes: [cause: string, change: Series, alarms: string[]][] = [
  ['all is well', {}, []],
  [
    'a node is killed',
    { [`up{${two}}`]: always(0), [`naijabuilt_other_nodes{${one}}`]: always(0) },
    ['NaijaBuiltNodeDown'],
  ],
  [
    'each tenth page that is made fails, beside 600,000 answers from memory',
    { [`naijabuilt_request_seconds_count{${one},kind="page",cache="miss",status="5xx"}`]: perMinute(100) },
    ['NaijaBuiltErrors'],
  ],
  [
    'every write fails on a full disk, which can still be read',
    {
      [`naijabuilt_requests_total{${one},route="/api/v1/app/",method="POST",status="201"}`]: perMinute(0),
      [`naijabuilt_requests_total{${one},route="/api/v1/app/",method="POST",status="503"}`]: perMinute(60),
      [`naijabuilt_writable{${one}}`]: always(0),
    },
    ['NaijaBuiltReadOnly', 'NaijaBuiltWritesFail'],
  ],
  [
    'a database turns read-only while nobody writes',
    { [`naijabuilt_writable{${one}}`]: always(0) },
    ['NaijaBuiltReadOnly'],
  ],
  [
    'pages that are made take seconds',
    {
      [`naijabuilt_request_seconds_bucket{${one},kind="page",cache="miss",status="2xx",le="0.5"}`]:
        perMinute(800),
    },
    ['NaijaBuiltSlow'],
  ],
  [
    'PostgreSQL goes away',
    { [`naijabuilt_database_outages{${one}}`]: perMinute(4) },
    ['NaijaBuiltDatabaseAway'],
  ],
  [
    'requests wait for connections',
    { [`naijabuilt_pool_waiting{${one}}`]: always(9) },
    ['NaijaBuiltPoolFull'],
  ],
  ['mails wait', { [`naijabuilt_mails_late{${one}}`]: always(1) }, ['NaijaBuiltMailLate']],
  ['mails are given up', { [`naijabuilt_mails_failed{${one}}`]: perMinute(1) }, ['NaijaBuiltMailFailed']],
  ['pictures wait', { [`naijabuilt_pictures_waiting{${one}}`]: always(40) }, ['NaijaBuiltPicturesWait']],
  [
    'a node hears nothing of the other',
    { [`naijabuilt_other_nodes{${one}}`]: always(0) },
    ['NaijaBuiltNodesApart'],
  ],
  [
    'a node is overloaded',
    { [`nodejs_eventloop_lag_p99_seconds{${one}}`]: always(0.4) },
    ['NaijaBuiltEventLoopBusy'],
  ],
  ['backups stop', { [`naijabuilt_backup_age_seconds{${one}}`]: always(120_000) }, ['NaijaBuiltBackupOld']],
  [
    'no backup was ever taken',
    { [`naijabuilt_backup_age_seconds{${one}}`]: always('Inf') },
    ['NaijaBuiltBackupOld'],
  ],
  ['the disk fills', { [`naijabuilt_disk_free_bytes{${one}}`]: always(4e8) }, ['NaijaBuiltDiskLow']],
];

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  console.log('promtool is not installed (Debian: apt-get install prometheus), so no alarm is tried.');

describe.runIf(hasPromtool)('alarms', () => {
  test.each(causes)('Where %s, exactly the alarms for it ring', (_cause, change, alarms) => {
    const folder = mkdtempSync(join(tmpdir(), 'naijabuilt-alarms-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const series = Object.entries({ ...healthy, ...change }).map(([name, values]) => ({
      series: name,
      values,
    }));
    const samples = alarms.map((alarm) => ({ labels: `{alertname="${alarm}"}`, value: 1 }));
    const file = join(folder, 'tests.yaml');
    const expression = {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: '70m',
      exp_samples: samples,
    };
    writeFileSync(
      file,
      stringify({
        rule_files: [rules],
        evaluation_interval: '1m',
        tests: [{ interval: '1m', input_series: series, promql_expr_test: [expression] }],
      }),
    );
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  test('Every alarm has a cause that rings it', () => {
    const { groups } = parse(readFileSync(rules, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const names = groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    expect([...new Set(causes.flatMap(([, , alarms]) => alarms))].sort()).toEqual(names.sort());
  });
});
