export { CheckLicence } from './check-licence.tsx';
export { LicencePage } from './licence-page.tsx';
