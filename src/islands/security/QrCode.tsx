import { useEffect, useState } from 'react';

/** Modules of the quiet zone around the code (ISO/IEC 18004). */
const quietZone = 4;

/** A path of squares, and the length of a side. */
async function draw(text: string): Promise<{ path: string; size: number }> {
  const { correction, generate } = await import('lean-qr');
  const code = generate(text, { minCorrectionLevel: correction.M });
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) squares.push(`M${x + quietZone} ${y + quietZone}h1v1h-1z`);
  return { path: squares.join(''), size: code.size + 2 * quietZone };
}

/** Black on white in every theme, because cameras read that best. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ path: string; size: number } | null>(null);
  useEffect(() => {
    let isGone = false;
    void draw(text).then((result) => {
      if (!isGone) setDrawn(result);
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <div className="factor-qr">
      {drawn && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${drawn.size} ${drawn.size}`}
          shapeRendering="crispEdges"
        >
          <path fill="#fff" d={`M0 0h${drawn.size}v${drawn.size}H0z`} />
          <path fill="#000" d={drawn.path} />
        </svg>
      )}
    </div>
  );
}
