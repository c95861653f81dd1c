/**
 * The version of Pulumi whose protocol Slipway follows. Plugins learn this version, and their own version demands are checked against it.
 */
export const pulumiVersion = '3.260.0'
