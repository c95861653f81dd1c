/** The error that stands for a killed engine. It is not a Failure, so that the engine does not handle it. */
export class Killed extends Error {}
