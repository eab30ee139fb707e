import type { AppPreview } from '../../../shared/schemas/previews/previews.ts';

const preview: AppPreview = {
  kind: 'website',
  address: 'https://marketprices.ng',
  existing: null,
  fields: [
    { name: 'name', value: 'Market Prices', source: 'manifest' },
    { name: 'category', value: 'Food & Drink,Shopping', source: 'json-ld' },
    { name: 'website', value: 'https://marketprices.ng', source: 'address' },
  ],
  pictures: [
    { kind: 'logo', source: 'manifest', width: 1, height: 1, type: 'image/png', data: 'iVBORw0KGgo=' },
  ],
  problems: [],
};

export const previewExamples = {
  AppPreview: preview,
  PreviewRequest: { address: preview.address },
};
