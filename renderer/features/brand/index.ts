export { BrandSection } from './brand-section.tsx';
