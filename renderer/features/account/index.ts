export { AccountNotices } from './account-notices.tsx';
export { AccountSection } from './account-section.tsx';
export { BackUp, BackupSection } from './backup-section.tsx';
export { KeepCode } from './keep-code.tsx';
export { Locked } from './locked.tsx';
export { Recover } from './recover.tsx';
export { SignIn } from './sign-in.tsx';
export { SignUp } from './sign-up.tsx';
