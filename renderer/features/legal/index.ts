export { PrivacyScreen, TermsScreen } from './legal-screens.tsx';
