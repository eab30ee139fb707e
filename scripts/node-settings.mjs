// Flags and environment of the product's own Node. Plain JavaScript, because scripts/bootstrap.mjs needs it before
// anything is installed.

export const nodeFlags = [
  // Size of the young generation: with V8's default a server uses 30 MB more and is no faster, with half of this it is
  // a tenth slower.
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  // V8 lets a heap of 45 MB grow to 190 MB before it collects, because the machine has room. With this it collects at
  // 75 MB: 264 MB of memory instead of 415 MB while one client floods the sign-up.
  '--heap-growing-percent=60',
];

export const nodeEnvironment = {
  // glibc's allocator keeps memory that encoding threads freed: 567 MB after 32 screenshots with an arena for each.
  MALLOC_ARENA_MAX: '2',
  // Memory from 4 MB on returns to the system when it is freed. With a lower threshold the tables of the compressor were
  // new memory for each page, which took ten times as long as compressing it; docs/decisions/006 has the figures.
  MALLOC_TRIM_THRESHOLD_: '2097152',
  MALLOC_MMAP_THRESHOLD_: '4194304',
};
