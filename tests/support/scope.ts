/**
 * Whether this run is `npm run test:all`, which tests everything. `npm test` leaves out what takes long and breaks
 * seldom (docs/decisions/017-checks.md).
 */
export const testsAll = process.env['TEST_SCOPE'] === 'all';
