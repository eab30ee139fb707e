// Whether forms have kept pictures in this browser. Apart from kept-pictures.ts, as every page asks and few have any.
const markKey = 'kept_pictures';

export function markPictures(): void {
  try {
    localStorage.setItem(markKey, '1');
  } catch {
    // Then the entries of the pictures are not stored either, and the form's own page removes them.
  }
}

export function forgetPicturesMark(): void {
  try {
    localStorage.removeItem(markKey);
  } catch {
    // Then it was not stored.
  }
}

export function hasPicturesMark(): boolean {
  try {
    return localStorage.getItem(markKey) !== null;
  } catch {
    return false;
  }
}
