// Runs anywhere. The addresses that the script of every page needs; apart from the others, which would be half of that script.
export const commonUrls = {
  home: () => '/',
  userApps: (id: string) => `/user/${encodeURIComponent(id)}/apps`,
  newApp: () => '/new',
};
