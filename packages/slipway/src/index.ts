/** What programs import from `slipway`. The command line is not part of it. */
export * from '@slipway/operations'
