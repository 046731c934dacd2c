import type { Stored } from './column.ts';
import { uuidOf } from './uuid.ts';

const list = (texts: string): readonly string[] => texts.split(', ');

export const stages = list('1. New, 2. Contacted, 3. Qualified, 4. Proposal, 5. Won, 6. Lost');
export const wonStage = 4;
export const lostStage = 5;

export function isClosed(stage: Stored | undefined): boolean {
  return stage === wonStage || stage === lostStage;
}

export const openStages: readonly number[] = stages.map((_, stage) => stage).filter((stage) => !isClosed(stage));

export const salutations = list('Mr, Ms, Mx, Dr, Prof');
export const departments = list(
  'Administration, Finance, Human resources, IT, Logistics, Marketing, Production, Purchasing, Sales',
);
export const sources = list('Advertisement, Cold call, Conference, Partner, Referral, Trade fair, Web form, Webinar');
export const ratings = list('Cold, Warm, Hot');
export const priorities = list('Low, Normal, High, Urgent');
export const industries = list(
  'Agriculture, Automotive, Banking, Chemicals, Construction, Education, Energy, Food, Health care, Hospitality, Insurance, Media, Retail, Software, Telecommunications, Textiles, Transport',
);
export const segments = list('Micro, Small, Medium, Large, Enterprise');
export const interests = list('Training, Consulting, Hosting, Support, Hardware, Licenses, Spare parts, Leasing');
export const products = list('Ledger, Payroll, Warehouse, Point of sale, Field service, Analytics, Mobile app');
export const spokenLanguages = list(
  'Arabic, Chinese, English, French, German, Greek, Hindi, Japanese, Portuguese, Russian, Spanish',
);
export const currencies = list('EUR, GBP, INR, JPY, USD');
export const timeZones = list(
  'America/New_York, America/Sao_Paulo, Asia/Kolkata, Asia/Shanghai, Asia/Tokyo, Australia/Sydney, Europe/Berlin, Europe/London, UTC',
);
export const activityTypes = list('Call, E-mail, Meeting, Note, Task, Visit');
export const activityStates = list('Planned, Done, Canceled');
export const accountTypes = list('Customer, Partner, Prospect, Supplier');
export const userStates = list('Active, Locked');

export type Role = 'administrator' | 'clerk' | 'reader';

export const roles: readonly Role[] = ['administrator', 'clerk', 'reader'];
export const roleTexts = list('Administrator, Clerk, Reader');
/** Clients know a role by its UUID. */
export const roleIds = roles.map((role) => uuidOf(`role ${role}`));

/** The only organization of this service. */
export const demoOrganization = { id: '1', name: 'Meridian Trading Ltd.' };

/** Groups that records belong to; `primary_acl_group` points here. */
export const aclGroups: ReadonlyMap<number, string> = new Map([
  [1, 'Sales'],
  [2, 'Back Office'],
  [3, 'Field Service'],
]);

/**
 * Code, name, latitude and longitude of the center of the largest city. Sorted by name, so that indexes sort like
 * names.
 */
export const countries: readonly (readonly [code: string, name: string, latitude: number, longitude: number])[] = [
  ['AR', 'Argentina', -34.6, -58.4],
  ['AU', 'Australia', -33.87, 151.21],
  ['AT', 'Austria', 48.21, 16.37],
  ['BR', 'Brazil', -23.55, -46.63],
  ['CA', 'Canada', 43.65, -79.38],
  ['CL', 'Chile', -33.45, -70.67],
  ['CN', 'China', 31.23, 121.47],
  ['CZ', 'Czechia', 50.08, 14.44],
  ['DK', 'Denmark', 55.68, 12.57],
  ['EG', 'Egypt', 30.04, 31.24],
  ['FI', 'Finland', 60.17, 24.94],
  ['FR', 'France', 48.86, 2.35],
  ['DE', 'Germany', 52.52, 13.41],
  ['GR', 'Greece', 37.98, 23.73],
  ['IN', 'India', 19.08, 72.88],
  ['IL', 'Israel', 32.09, 34.78],
  ['IT', 'Italy', 41.9, 12.5],
  ['JP', 'Japan', 35.68, 139.69],
  ['KE', 'Kenya', -1.29, 36.82],
  ['KR', 'Korea, Republic of', 37.57, 126.98],
  ['MX', 'Mexico', 19.43, -99.13],
  ['NL', 'Netherlands', 52.37, 4.9],
  ['NG', 'Nigeria', 6.52, 3.38],
  ['NO', 'Norway', 59.91, 10.75],
  ['PL', 'Poland', 52.23, 21.01],
  ['PT', 'Portugal', 38.72, -9.14],
  ['SA', 'Saudi Arabia', 24.71, 46.68],
  ['ES', 'Spain', 40.42, -3.7],
  ['SE', 'Sweden', 59.33, 18.07],
  ['TH', 'Thailand', 13.76, 100.5],
  ['TR', 'Türkiye', 41.01, 28.98],
  ['UA', 'Ukraine', 50.45, 30.52],
  ['GB', 'United Kingdom', 51.51, -0.13],
  ['US', 'United States', 40.71, -74.01],
  ['VN', 'Viet Nam', 10.82, 106.63],
];

export const countryNames = countries.map(([, name]) => name);
export const positionOfCountry: ReadonlyMap<string, number> = new Map(
  countries.map(([code], position) => [code, position]),
);
