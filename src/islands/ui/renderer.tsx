// Hydrates an island as @astrojs/react does, but inside an error boundary. scripts/guarded-react.ts registers it with
// Astro.
import hydrate from '@astrojs/react/client.js';
import type { ComponentType } from 'react';
import { Boundary } from './Boundary.tsx';

type Props = Record<string, unknown>;

export default function takeOver(element: HTMLElement) {
  const takeOverAs = hydrate(element);
  let guarded: ComponentType<Props> | undefined;
  return (
    Island: ComponentType<Props>,
    props: Props,
    slots: Props,
    metadata: Record<string, string>,
  ): void => {
    // Another component at a later call would make React reset the form.
    guarded ??= function Guarded(own: Props) {
      return (
        <Boundary island={element}>
          <Island {...own} />
        </Boundary>
      );
    };
    takeOverAs(guarded, props, slots, metadata);
  };
}
