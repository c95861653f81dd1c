/** Not a Failure: the engine must take it for the end of the world. */
export class Killed extends Error {}
