// api-types writes the table of API types of the embedded server: see README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

const kubernetes = "1.36.3"

func main() {
	openapi := flag.String("openapi", "", "folder with the OpenAPI documents that ./fetch made")
	out := flag.String("out", "../../src/sandbox/types", "folder of the table")
	check := flag.Bool("check", false, "write nothing; fail when the table is not what would be written")
	flag.Parse()
	if err := run(*openapi, *out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "api-types:", err)
		os.Exit(1)
	}
}

func run(openapi, out string, check bool) error {
	schemas, err := readSchemas(openapi)
	if err != nil {
		return err
	}
	w := walker{types: map[string]*apiType{}}
	for _, t := range rootTypes() {
		w.visit(t)
	}
	types := w.sorted()
	fields := 0
	for _, t := range types {
		fields += len(t.fields)
		if err := t.complete(schemas); err != nil {
			return err
		}
	}
	fmt.Printf("%d types, %d fields\n", len(types), fields)
	files := emit(types)
	if check {
		return compare(files, out)
	}
	return write(files, out)
}

// stale lists the files of an earlier table that this one does not have.
func (files outputs) stale(folder string) []string {
	var names []string
	found, _ := filepath.Glob(filepath.Join(folder, "table_*"))
	for _, path := range found {
		if _, ok := files[filepath.Base(path)]; !ok {
			names = append(names, path)
		}
	}
	return names
}

func write(files outputs, folder string) error {
	for _, path := range files.stale(folder) {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func compare(files outputs, folder string) error {
	differ := files.stale(folder)
	for name, text := range files {
		path := filepath.Join(folder, name)
		if have, err := os.ReadFile(path); err != nil || string(have) != text {
			differ = append(differ, path)
		}
	}
	sort.Strings(differ)
	if len(differ) > 0 {
		return fmt.Errorf("not what would be written: %v", differ)
	}
	return nil
}
