#!/usr/bin/env node
import { serve } from '@slipway/sdk'
import { provider } from './provider.ts'

await serve(provider)
