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
  // glibc's allocator keeps memory that encoding threads freed: 567 MB after 32 screenshots, 130 MB with these
  // variables.
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Buffers of request bodies return to the system at once: 68 MB more after 50,000 unfinished bodies without this, 22
  // MB with it. Hits are as fast (0.99 to 1.01 of before).
  MALLOC_MMAP_THRESHOLD_: '16384',
};
