/** Shows how much of the files was sent. After that the server prepares them. */
export function UploadProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100);
  return (
    <div className="upload-progress">
      <progress value={percent} max={100} aria-label="Upload" />
      <p>{percent < 100 ? `${percent} % uploaded` : 'Uploaded. Your images are being prepared ...'}</p>
    </div>
  );
}
