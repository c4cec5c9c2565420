export * from '../../internal/util/types.ts';
