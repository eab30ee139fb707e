// Sending a body with a bar to look at: fetch does not tell how much of one has left, XMLHttpRequest does.

/** Statuses whose answer has no body; the Response constructor insists on it. */
const bodiless = [204, 205, 304];

/** As `fetch`: an answer of any status is an answer, and what the network does is thrown. */
export function sendWithProgress(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: FormData },
  /** Called with what part of the body, from 0 to 1, has left. */
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
    const fail = (): void => reject(new TypeError('The network let nothing through.'));
    request.onerror = fail;
    request.onabort = fail;
    request.ontimeout = fail;
    request.send(body);
  });
}
