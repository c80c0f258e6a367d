export { CheckLicence, LicencePage } from './licence-page.tsx';
