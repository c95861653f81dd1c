/** `npm run build` */
import { buildSlipway } from './slipway.ts'

await buildSlipway()
