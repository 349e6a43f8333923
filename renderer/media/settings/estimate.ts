export * from '../../../shared/estimate';
