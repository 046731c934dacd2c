import { choicesOf, type Choice } from './column.ts';
import { countries } from './countries.ts';

export const stages: readonly Choice[] = [
  '1. New',
  '2. Contacted',
  '3. Qualified',
  '4. Proposal',
  '5. Won',
  '6. Lost',
].map((stage) => ({ text: stage, value: stage }));
export const wonStage = 4;
export const lostStage = 5;

export const countryChoices: readonly Choice[] = countries.map(([value, text]) => ({ value, text }));
export const currencies: readonly Choice[] = ['EUR', 'GBP', 'INR', 'JPY', 'USD'].map((code) => ({
  text: code,
  value: code,
}));
export const salutations = choicesOf('Mr', 'Ms', 'Mx', 'Dr', 'Prof');
export const departments = choicesOf(
  'Administration',
  'Finance',
  'Human resources',
  'IT',
  'Logistics',
  'Marketing',
  'Production',
  'Purchasing',
  'Sales',
);
export const sources = choicesOf(
  'Advertisement',
  'Cold call',
  'Conference',
  'Partner',
  'Referral',
  'Trade fair',
  'Web form',
  'Webinar',
);
export const ratings = choicesOf('Cold', 'Warm', 'Hot');
export const priorities = choicesOf('Low', 'Normal', 'High', 'Urgent');
export const industries = choicesOf(
  'Agriculture',
  'Automotive',
  'Banking',
  'Chemicals',
  'Construction',
  'Education',
  'Energy',
  'Food',
  'Health care',
  'Hospitality',
  'Insurance',
  'Media',
  'Retail',
  'Software',
  'Telecommunications',
  'Textiles',
  'Transport',
);
export const segments = choicesOf('Micro', 'Small', 'Medium', 'Large', 'Enterprise');
export const interests = choicesOf(
  'Training',
  'Consulting',
  'Hosting',
  'Support',
  'Hardware',
  'Licenses',
  'Spare parts',
  'Leasing',
);
export const products = choicesOf(
  'Ledger',
  'Payroll',
  'Warehouse',
  'Point of sale',
  'Field service',
  'Analytics',
  'Mobile app',
);
export const languages = choicesOf(
  'Arabic',
  'Chinese',
  'English',
  'French',
  'German',
  'Greek',
  'Hindi',
  'Japanese',
  'Portuguese',
  'Russian',
  'Spanish',
);
export const timeZones: readonly Choice[] = [
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/London',
  'UTC',
].map((zone) => ({ text: zone, value: zone }));
export const activityTypes = choicesOf('Call', 'E-mail', 'Meeting', 'Note', 'Task', 'Visit');
export const activityStates = choicesOf('Planned', 'Done', 'Canceled');
export const accountTypes = choicesOf('Customer', 'Partner', 'Prospect', 'Supplier');
export const userStates = choicesOf('Active', 'Locked');
