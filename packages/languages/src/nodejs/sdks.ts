import type { SdkLanguage } from '../language.ts'
import { linkPlan, packPlan } from './link-sdk.ts'
import { sdkOf } from './sdk/generate.ts'

/** SDKs for programs in JavaScript and TypeScript. */
export const sdks: SdkLanguage = { make: sdkOf, link: linkPlan, pack: packPlan }
