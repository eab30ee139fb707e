/** Going back can restore a page as it stood before a change. One on which things are changed is asked for anew. */
export function startFreshPage(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
