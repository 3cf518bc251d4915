-- What an archive, a workbook or a folder holds besides the files of an import.
ALTER TABLE "reporting"."import_run" ADD COLUMN "ignored" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
