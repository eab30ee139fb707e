import type { ComponentProps } from 'react';

/** A button that sends no form. */
export const Button = ({ className = 'button quiet', ...button }: ComponentProps<'button'>) => (
  <button type="button" className={className} {...button} />
);

export const TextButton = (button: ComponentProps<'button'>) => (
  <Button className="text-button" {...button} />
);
