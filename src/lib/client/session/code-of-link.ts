// The code in the link of a mail: /verify-user#code=ABCD2345. It is only entered: verifying stays a press, so that a
// program which opens the links of mails verifies nothing. The link names no account and no address, so that a
// stranger's link verifies nothing of theirs here.

/**
 * The code in the fragment of the address, which is taken out of it: a code is nobody's to find in the history. '' for
 * none.
 */
export function takeCodeOfLink(): string {
  const code = /^#code=([A-Za-z0-9]{8})$/.exec(location.hash)?.[1];
  if (code === undefined) return '';
  history.replaceState(history.state, '', location.pathname + location.search);
  return code.toUpperCase();
}
