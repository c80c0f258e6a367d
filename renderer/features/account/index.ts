export { AccountNotices, AccountSection } from './account-section.tsx';
export { BackUp, BackupSection } from './backup-section.tsx';
export { KeepCode } from './account-fields.tsx';
export { Locked, Recover, SignIn, SignUp } from './sign-in.tsx';
