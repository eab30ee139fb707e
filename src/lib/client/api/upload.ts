// Sends a body and reports its progress, which only XMLHttpRequest can do.

/** Statuses for which the Response constructor takes no body. */
const bodiless = [204, 205, 304];

/** Resolves with an answer of any status, and rejects if there is none, as `fetch` does. */
export function sendWithProgress(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: FormData },
  /** Called with the part of the body that was sent, from 0 to 1. */
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      const { status } = request;
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
      resolve(new Response(bodiless.includes(status) ? null : request.responseText, { status, headers }));
    };
    const fail = (): void => reject(new TypeError('The request failed.'));
    request.onerror = fail;
    request.onabort = fail;
    request.ontimeout = fail;
    request.send(body);
  });
}
