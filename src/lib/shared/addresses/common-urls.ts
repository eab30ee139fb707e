// Addresses that the script of every page needs. The others are in urls.ts and would double the size of that script.
export const commonUrls = {
  home: () => '/',
  userApps: (id: string) => `/user/${encodeURIComponent(id)}/apps`,
  newApp: () => '/new',
};
