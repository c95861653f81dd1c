import { serve } from '@slipway/sdk'
import { provider } from './provider.ts'

void serve(provider)
