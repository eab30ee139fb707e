// Hydrates an island as @astrojs/react does, but inside an error boundary. scripts/guarded-react.ts registers it with
// Astro, so every island has one.
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
    // The same function at every call, or React would begin the form anew.
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
