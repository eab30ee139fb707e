import { PasswordField } from '../forms/PasswordField.tsx';

/** Asks for the password again, because somebody else may use a session that was left open. */
export function ConfirmPassword({ email }: { email: string }) {
  return (
    <>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
    </>
  );
}
