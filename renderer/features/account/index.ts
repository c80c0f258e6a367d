import { lazily } from '../../ui/lazily.tsx';

export { AccountNotices, AccountSection } from './account-section.tsx';
export { KeepCode } from './account-fields.tsx';
export { Locked, Recover, SignIn, SignUp } from './sign-in.tsx';

const backups = () => import('./backup-section.tsx');
export const BackUp = lazily(async () => (await backups()).BackUp);
export const BackupSection = lazily(async () => (await backups()).BackupSection);
