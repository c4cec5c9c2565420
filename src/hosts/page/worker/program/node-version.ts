/** The version of Node whose library the engine carries, for example "v24.21.0". */
export const nodeVersion: string = ENGINE_NODE_VERSION;

declare const ENGINE_NODE_VERSION: string;
