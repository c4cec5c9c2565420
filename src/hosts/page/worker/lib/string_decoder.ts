export { StringDecoder } from 'npm:string_decoder';
