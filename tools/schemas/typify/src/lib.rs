//! Types that typify generates from the schema of the log.

typify::import_types!(schema = "../../../schema/splendor-log-1.schema.json");
