// Node's internalBinding('http_parser').

export { ConnectionsList } from '../http/connections-list.ts';
export { methods, methods as allMethods } from '../http/grammar.ts';
export { HTTPParser } from '../http/parser.ts';
