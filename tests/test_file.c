/* Files that are never seen half-written. */
#include "tests/unit.h"

#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "test-file-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void check_content(const char *right)
{
    struct text bytes = {0}, error = {0};
    assert_true(file_read(path, 1 << 20, &bytes, &error));
    assert_string_equal(text_string(&bytes), right);
    text_free(&bytes);
}

static int count_files(void)
{
    DIR *directory = opendir(folder);
    int count = 0;
    for (struct dirent *item; (item = readdir(directory)) != NULL;)
        count += strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0;
    closedir(directory);
    return count;
}

static void test_replace(void **state)
{
    (void)state;
    struct text error = {0};
    assert_true(file_replace(path, "old\n", 4, &error));
    check_content("old\n");
    assert_true(file_replace(path, "new one\n", 8, &error));
    check_content("new one\n");
    assert_true(file_replace(path, "", 0, &error));
    check_content("");
    assert_int_equal(count_files(), 1);
    assert_int_equal(error.size, 0);
}

/* Simulates a full disk by a limit on the size of files. */
static void test_failure_leaves_the_old_file(void **state)
{
    (void)state;
    struct text error = {0};
    struct rlimit unlimited, limit;
    static char large[100000];
    memset(large, 'x', sizeof large);
    assert_true(file_replace(path, "old\n", 4, &error));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &unlimited);
    limit = unlimited;
    limit.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &limit);
    bool written = file_replace(path, large, sizeof large, &error);
    setrlimit(RLIMIT_FSIZE, &unlimited);
    assert_false(written);
    assert_non_null(strstr(text_string(&error), path));
    assert_non_null(strstr(text_string(&error), "too large"));
    check_content("old\n");
    assert_int_equal(count_files(), 1);
    text_free(&error);
}

static void test_places_that_cannot_be_written(void **state)
{
    (void)state;
    struct text error = {0};
    assert_false(file_replace("no/such/folder/file", "x", 1, &error));
    assert_string_equal(text_string(&error), "no/such/folder/file: No such file or directory");
    text_clear(&error);
    assert_false(file_replace(folder, "x", 1, &error)); /* the path is a folder */
    assert_true(error.size > 0);
    for (int here = 0; here < 2; here++) {
        DIR *directory = opendir(here ? "." : folder);
        for (struct dirent *item; (item = readdir(directory)) != NULL;)
            assert_false(file_is_temporary(item->d_name));
        closedir(directory);
    }
    text_free(&error);
}

/* A file with the former fixed name of temporary files is not touched. */
static void test_other_files_stay(void **state)
{
    (void)state;
    struct text error = {0}, bytes = {0};
    char beside[80], victim[80];
    snprintf(beside, sizeof beside, "%s.tmp", path);
    snprintf(victim, sizeof victim, "%s/victim", folder);
    assert_true(file_replace(victim, "mine\n", 5, &error));
    assert_int_equal(symlink("victim", beside), 0);
    assert_true(file_replace(path, "new\n", 4, &error));
    assert_true(file_read(victim, 100, &bytes, &error));
    assert_string_equal(text_string(&bytes), "mine\n");
    text_free(&bytes);
    unlink(beside);
    unlink(victim);
}

static void test_temporary_names(void **state)
{
    (void)state;
    assert_true(file_is_temporary(".onlyway-abcdefghij27.tmp"));
    static const char *const others[] = {"",
                                         "001.txt",
                                         ".onlyway-run",
                                         ".onlyway-run.tmp",
                                         ".onlyway-abcdefghij2.tmp",
                                         ".onlyway-abcdefghij234.tmp",
                                         ".onlyway-abcdefghij20.tmp",
                                         ".onlyway-abcdefghij27.tmpx",
                                         "x.onlyway-abcdefghij27.tmp"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(file_is_temporary(others[i]));
}

static void make_file(const char *name, const char *bytes)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
}

/* Removes the temporary files of killed programs; those of running programs and all other files stay. */
static void test_tidy(void **state)
{
    (void)state;
    char stale[80], used[80], other[80];
    snprintf(stale, sizeof stale, "%s/.onlyway-abcdefghij27.tmp", folder);
    snprintf(used, sizeof used, "%s/.onlyway-abcdefghij26.tmp", folder);
    snprintf(other, sizeof other, "%s/.onlyway-run", folder);
    make_file(stale, "half");
    make_file(used, "half");
    make_file(other, "journal");
    make_file(path, "whole");
    int descriptor = open(used, O_WRONLY | O_CLOEXEC);
    assert_int_equal(flock(descriptor, LOCK_EX | LOCK_NB), 0);
    file_tidy(folder);
    assert_int_equal(access(stale, F_OK), -1);
    assert_int_equal(count_files(), 3);
    close(descriptor);
    file_tidy_beside(path);
    assert_int_equal(access(used, F_OK), -1);
    assert_int_equal(count_files(), 2);
    unlink(other);

    assert_int_equal(symlink("file", stale), 0); /* a link is never one of our files */
    file_tidy(folder);
    check_content("whole");
    assert_int_equal(count_files(), 2);
    unlink(stale);
    file_tidy("no such folder");
}

/* Includes batches with more files than are synced one by one. */
static void test_batches(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, 3, 200, 1500};
    struct file_batch batch = {0};
    struct text error = {0};
    char name[80];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int n = 0; n < sizes[i]; n++) {
            snprintf(name, sizeof name, "%s/%d", folder, n);
            assert_true(file_batch_replace(&batch, name, "batch\n", 6, &error));
        }
        if (sizes[i] > 0)
            unlink(name); /* a removed file need not be synced */
        assert_true(file_batch_sync(&batch, &error));
        assert_int_equal(batch.count, 0);
        for (int n = 0; n + 1 < sizes[i]; n++) {
            snprintf(name, sizeof name, "%s/%d", folder, n);
            assert_int_equal(unlink(name), 0);
        }
    }
    assert_false(file_batch_replace(&batch, "no/such/folder/file", "x", 1, &error));
    assert_string_equal(text_string(&error), "no/such/folder/file: No such file or directory");
    assert_int_equal(batch.count, 0);
    file_batch_free(&batch);
    text_free(&error);
}

static void test_folders(void **state)
{
    (void)state;
    char deep[80], inner[80], disk[80], reason[120];
    struct text error = {0};
    snprintf(disk, sizeof disk, "%s/new", folder);
    snprintf(inner, sizeof inner, "%s/new/inner", folder);
    snprintf(deep, sizeof deep, "%s/new//inner/", folder);
    assert_false(file_make_folder(inner, 0700, &error));
    text_clear(&error);
    assert_true(file_make_folders(deep, 0700, &error));
    assert_true(file_make_folder(inner, 0700, &error));
    assert_true(file_make_folders(inner, 0700, &error));
    assert_true(file_make_folders(".", 0700, &error));
    assert_int_equal(rmdir(inner), 0);
    assert_int_equal(rmdir(disk), 0);
    make_file(disk, "a file");
    assert_false(file_make_folders(disk, 0700, &error));
    snprintf(reason, sizeof reason, "%s: Not a directory", disk);
    assert_string_equal(text_string(&error), reason);
    text_clear(&error);
    assert_true(file_remove(disk, &error));
    assert_true(file_remove(disk, &error)); /* already removed */
    assert_false(file_remove(folder, &error));
    text_free(&error);
}

/* A device is written to and not replaced by a file. */
static void test_a_device_stays_a_device(void **state)
{
    (void)state;
    struct text error = {0};
    struct stat status;
    char link[80];
    snprintf(link, sizeof link, "%s/null", folder);
    if (mknod(link, S_IFIFO | 0600, 0) != 0)
        skip();
    int reader = open(link, O_RDONLY | O_NONBLOCK);
    assert_true(file_replace(link, "through\n", 8, &error));
    char bytes[16] = "";
    assert_int_equal(read(reader, bytes, sizeof bytes - 1), 8);
    assert_string_equal(bytes, "through\n");
    assert_int_equal(stat(link, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    close(reader);
    unlink(link);
    text_free(&error);
}

static void test_read(void **state)
{
    (void)state;
    struct text bytes = {0}, error = {0};
    assert_true(file_replace(path, "0123456789", 10, &error));
    assert_true(file_read(path, 10, &bytes, &error));
    assert_string_equal(text_string(&bytes), "0123456789");
    text_clear(&bytes);
    assert_false(file_read(path, 9, &bytes, &error));
    assert_non_null(strstr(text_string(&error), "too large"));
    text_clear(&error);
    assert_false(file_read("no such file", 9, &bytes, &error));
    assert_string_equal(text_string(&error), "no such file: No such file or directory");
    text_clear(&error);
    assert_false(file_read(folder, 9, &bytes, &error));
    assert_true(error.size > 0);
    text_free(&bytes);
    text_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replace),
        cmocka_unit_test(test_failure_leaves_the_old_file),
        cmocka_unit_test(test_places_that_cannot_be_written),
        cmocka_unit_test(test_other_files_stay),
        cmocka_unit_test(test_temporary_names),
        cmocka_unit_test(test_tidy),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_folders),
        cmocka_unit_test(test_a_device_stays_a_device),
        cmocka_unit_test(test_read),
    };
    return cmocka_run_group_tests_name("file", tests, make_folder, remove_folder);
}
