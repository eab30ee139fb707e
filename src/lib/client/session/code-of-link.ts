// The code in the link of a mail: /verify-user#code=ABCD2345. The page only fills it in; verifying takes a press, so
// that a mail scanner that opens links verifies nothing. The link names no account, so that a stranger's link cannot
// verify theirs in this browser.

/** Takes the code out of the address, so that it does not stay in the history. @returns '' if there is none */
export function takeCodeOfLink(): string {
  const code = /^#code=([A-Za-z0-9]{8})$/.exec(location.hash)?.[1];
  if (code === undefined) return '';
  history.replaceState(history.state, '', location.pathname + location.search);
  return code.toUpperCase();
}
