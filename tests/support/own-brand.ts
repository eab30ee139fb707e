// The files of an operator who runs the product under another name, for another country and in other colours.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ownName = 'GhanaBuilt';

export const ownFacts = {
  name: ownName,
  country: 'Ghana',
  description: 'Apps & games "made" in Ghana <and> nowhere else.',
  contact: 'hello@apps.example.gh',
  slogans: ['All of Ghana in your pocket', 'Show what you have built'],
  colours: {
    light: { accent: '#8a3b00', onAccent: '#ffffff', panel: '#5b1a0a', onPanel: '#fff4e0' },
    dark: { accent: '#ffb27a', onAccent: '#241000', panel: '#3a1408', onPanel: '#fff4e0' },
  },
};

export const ownLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="32" fill="#fcd116"/>
<path fill="#8a3b00" d="M32 8l6 18h19L42 37l6 18-16-11-16 11 6-18L7 26h19z"/>
</svg>
`;

const legalText = (title: string): string =>
  `# ${title} of ${ownName}\n\nThe Data Protection Act, 2012 of Ghana holds. Write to [us](mailto:hello@apps.example.gh).\n\n## Steps\n\n1. One\n2. Two\n`;

/** @param facts what brand.json holds */
export function writeBrand(dataDir: string, facts: object = ownFacts): void {
  const folder = join(dataDir, 'brand');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(facts));
  writeFileSync(join(folder, 'logo.svg'), ownLogo);
  writeFileSync(join(folder, 'privacy.md'), legalText('Privacy'));
  writeFileSync(join(folder, 'terms.md'), legalText('Terms'));
}
