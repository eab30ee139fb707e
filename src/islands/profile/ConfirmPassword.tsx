import { PasswordField } from '../forms/PasswordField.tsx';

/** The password once more: a session that was left open is not enough. */
export function ConfirmPassword({ email }: { email: string }) {
  return (
    <>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
    </>
  );
}
