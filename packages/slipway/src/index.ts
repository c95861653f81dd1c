/** The exports of `slipway` for programs. The command line is not part of it. */
export * from '@slipway/operations'
