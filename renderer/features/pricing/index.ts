export { PricingScreen } from './pricing-screen.tsx';
