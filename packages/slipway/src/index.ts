/** The exports of `slipway` for programs, without the command line. */
export * from '@slipway/operations'
