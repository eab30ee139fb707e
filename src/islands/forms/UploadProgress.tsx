/** How much of the files has left. The rest of the wait is the server's, which prepares them. */
export function UploadProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100);
  return (
    <div className="upload-progress">
      <progress value={percent} max={100} aria-label="Upload" />
      <p>{percent < 100 ? `${percent} % uploaded` : 'Uploaded. Your images are being prepared ...'}</p>
    </div>
  );
}
